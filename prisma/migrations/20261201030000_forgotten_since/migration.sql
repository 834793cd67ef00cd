-- When a person last had everything forgotten, and the version of what was known from then on (SPEC S10.8): a turn
-- that began before, in whatever process, leaves nothing of it in the buffer or the conversation.
ALTER TABLE app_user ADD COLUMN forgotten_at timestamptz(3), ADD COLUMN forgotten_version integer NOT NULL DEFAULT 0;

-- Later flushes in which the same was told again: its words there are forgotten with it, too.
ALTER TABLE memory ADD COLUMN also_told uuid[] NOT NULL DEFAULT '{}';

-- memory_source_idx begins with the same column.
DROP INDEX memory_user_id_idx;
