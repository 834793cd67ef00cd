-- One-time codes that join a second platform to the same ledger (SPEC S1). Only a hash is kept: who can read this
-- table cannot join anybody's ledger.
CREATE TABLE link_code (
  code_hash   text PRIMARY KEY,
  org_id      uuid NOT NULL REFERENCES org (id),
  user_id     uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- Where it was asked for: the person hears there that it was used.
  platform    text NOT NULL,
  account     text NOT NULL,
  chat_key    text NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  -- The event that used it: a turn that runs again after a crash has not used it twice.
  used_by     uuid
);
CREATE INDEX link_code_user_id_idx ON link_code (user_id);

ALTER TABLE link_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE link_code FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON link_code USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON link_code USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));
