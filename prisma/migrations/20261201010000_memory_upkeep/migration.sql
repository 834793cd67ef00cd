-- What keeps memory in order in the background (SPEC S10.5, S10.7): which user was looked at when, by which job.

CREATE TABLE memory_job (
  user_id      uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  org_id       uuid NOT NULL REFERENCES org (id),
  job          text NOT NULL CHECK (job IN ('summaries', 'insights', 'upkeep')),
  -- A process has this user until then, unless it is done before; by the database's time.
  taken_until  timestamptz(3),
  -- When the last run that came to its end began.
  done_at      timestamptz(3),
  PRIMARY KEY (user_id, job)
);

ALTER TABLE memory_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_job FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_job USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON memory_job USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));

-- Conversation that no summary has yet: looked through for those who have enough of it.
CREATE INDEX message_unsummarised_idx ON message (user_id, at, id)
  WHERE summary_id IS NULL AND forgotten_at IS NULL AND mode IN ('coaching', 'chat', 'small_talk');
CREATE INDEX summary_alone_idx ON summary (user_id, from_at) WHERE level = 1 AND parent_id IS NULL;

-- Rows of another model are found by hopping from model to model, newest first within each.
CREATE INDEX memory_model_idx ON memory (embedding_model, created_at) WHERE superseded_at IS NULL;
CREATE INDEX summary_model_idx ON summary (embedding_model, created_at);

-- Summaries that still hold what was to be forgotten.
CREATE INDEX message_forgotten_idx ON message (user_id) WHERE forgotten_at IS NOT NULL AND summary_id IS NOT NULL;
