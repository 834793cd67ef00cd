-- What Mama learns (SPEC S10): the buffer of exchanges, memories, insights, summaries. Every vector names the model
-- that made it, and is compared only with vectors of that model.

CREATE EXTENSION IF NOT EXISTS vector;

-- Counts up with every change to what is known of a user: caches of other processes are stamped with it.
ALTER TABLE app_user ADD COLUMN memory_version integer NOT NULL DEFAULT 0;

ALTER TABLE org ADD COLUMN memory_quota integer NOT NULL DEFAULT 50000 CHECK (memory_quota >= 0);
-- Days after which what has no end of its own goes; null keeps it.
ALTER TABLE org ADD COLUMN memory_keep_days integer CHECK (memory_keep_days > 0);

-- One exchange that extraction has not looked at, or has: its text is emptied then, and the row stays, so that nothing
-- is extracted twice.
CREATE TABLE memory_exchange (
  id             uuid PRIMARY KEY,
  org_id         uuid NOT NULL REFERENCES org (id),
  user_id        uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- The message that was answered; unique, so that a turn that is done again adds nothing.
  inbox_id       uuid NOT NULL UNIQUE,
  said           text NOT NULL,
  reply          text NOT NULL,
  -- What this turn recorded, one line each: extraction leaves it alone.
  records        jsonb NOT NULL DEFAULT '[]',
  language       text NOT NULL,
  zone           text NOT NULL,
  said_at        timestamptz(3) NOT NULL,
  state          text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'flushed', 'failed', 'forgotten')),
  -- The flush that has it, and until when that holds unless it ends.
  flush_id       uuid,
  claimed_until  timestamptz(3),
  attempts       smallint NOT NULL DEFAULT 0,
  next_try_at    timestamptz(3),
  flushed_at     timestamptz(3)
);
CREATE INDEX memory_exchange_waiting_idx ON memory_exchange (user_id, said_at) WHERE state = 'waiting';
CREATE INDEX memory_exchange_flush_idx ON memory_exchange (user_id, flush_id);

CREATE TABLE memory (
  id               uuid PRIMARY KEY,
  org_id           uuid NOT NULL REFERENCES org (id),
  user_id          uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  type             text NOT NULL CHECK (type IN ('semantic', 'episodic', 'procedural')),
  text             text NOT NULL CHECK (text <> ''),
  importance       smallint NOT NULL CHECK (importance BETWEEN 1 AND 5),
  -- When it stops being true by itself.
  expires_at       timestamptz(3),
  -- flush (its id), told ("remember this": the inbox row), user_correction (the inbox row), summary (its id)
  source_type      text NOT NULL CHECK (source_type IN ('flush', 'told', 'user_correction', 'summary')),
  source_id        uuid NOT NULL,
  embedding        halfvec(512),
  embedding_model  text,
  uses             integer NOT NULL DEFAULT 0,
  last_used_at     timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  -- Newer information took its place; it stays as history and is not recalled.
  superseded_at    timestamptz(3),
  superseded_by    uuid REFERENCES memory (id) ON DELETE SET NULL,
  CHECK ((embedding IS NULL) = (embedding_model IS NULL))
);
CREATE INDEX memory_scope_idx ON memory (org_id, user_id, embedding_model) WHERE superseded_at IS NULL;
CREATE INDEX memory_user_id_idx ON memory (user_id);
CREATE INDEX memory_source_idx ON memory (user_id, source_id);
CREATE INDEX memory_superseded_by_idx ON memory (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE summary (
  id               uuid PRIMARY KEY,
  org_id           uuid NOT NULL REFERENCES org (id),
  user_id          uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- 1 is of messages, 2 of summaries.
  level            smallint NOT NULL CHECK (level IN (1, 2)),
  text             text NOT NULL CHECK (text <> ''),
  -- The longer summary that this one is part of.
  parent_id        uuid REFERENCES summary (id) ON DELETE SET NULL,
  from_at          timestamptz(3) NOT NULL,
  to_at            timestamptz(3) NOT NULL,
  embedding        halfvec(512),
  embedding_model  text,
  -- When the daily pass looked for insights in it.
  examined_at      timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  CHECK ((embedding IS NULL) = (embedding_model IS NULL))
);
CREATE INDEX summary_scope_idx ON summary (org_id, user_id, embedding_model);
CREATE INDEX summary_user_id_idx ON summary (user_id);
CREATE INDEX summary_parent_idx ON summary (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX summary_unexamined_idx ON summary (created_at) WHERE examined_at IS NULL;

ALTER TABLE message ADD COLUMN summary_id uuid REFERENCES summary (id) ON DELETE SET NULL;
-- The user wanted what was said here forgotten: no prompt and no summary has it any more.
ALTER TABLE message ADD COLUMN forgotten_at timestamptz(3);
CREATE INDEX message_summary_idx ON message (summary_id) WHERE summary_id IS NOT NULL;

CREATE TABLE insight (
  id             uuid PRIMARY KEY,
  org_id         uuid NOT NULL REFERENCES org (id),
  user_id        uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  category       text NOT NULL,
  text           text NOT NULL CHECK (text <> ''),
  -- At least 0.8 when it was said outright, at most 0.6 when it was inferred.
  confidence     real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  said           boolean NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  superseded_at  timestamptz(3),
  superseded_by  uuid REFERENCES insight (id) ON DELETE SET NULL,
  CHECK (CASE WHEN said THEN confidence >= 0.795 ELSE confidence <= 0.605 END)
);
CREATE INDEX insight_live_idx ON insight (org_id, user_id, created_at DESC) WHERE superseded_at IS NULL;
CREATE INDEX insight_user_id_idx ON insight (user_id);
CREATE INDEX insight_superseded_by_idx ON insight (superseded_by) WHERE superseded_by IS NOT NULL;

-- What an insight was read from: with the last of it the insight goes, too.
CREATE TABLE insight_source (
  id          uuid PRIMARY KEY,
  insight_id  uuid NOT NULL REFERENCES insight (id) ON DELETE CASCADE,
  org_id      uuid NOT NULL REFERENCES org (id),
  user_id     uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  memory_id   uuid REFERENCES memory (id) ON DELETE CASCADE,
  summary_id  uuid REFERENCES summary (id) ON DELETE CASCADE,
  CHECK ((memory_id IS NULL) <> (summary_id IS NULL)),
  CONSTRAINT insight_source_insight_id_memory_id_key UNIQUE (insight_id, memory_id),
  CONSTRAINT insight_source_insight_id_summary_id_key UNIQUE (insight_id, summary_id)
);
CREATE INDEX insight_source_memory_idx ON insight_source (memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX insight_source_summary_idx ON insight_source (summary_id) WHERE summary_id IS NOT NULL;
CREATE INDEX insight_source_user_id_idx ON insight_source (user_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['memory_exchange', 'memory', 'summary', 'insight', 'insight_source'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()))', name);
    EXECUTE format('CREATE POLICY system_scope ON %I USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()))', name);
  END LOOP;
END $$;
