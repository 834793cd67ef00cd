-- The list of memories that a chat was last shown: its numbers belong to these rows, whatever changes meanwhile
-- (SPEC S10.8).
CREATE TABLE memory_list (
  platform   text NOT NULL,
  account    text NOT NULL,
  chat_key   text NOT NULL,
  org_id     uuid NOT NULL REFERENCES org (id),
  user_id    uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- [{"of": "memory" | "insight", "id": …}], number 1 first
  items      jsonb NOT NULL,
  shown_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (platform, account, chat_key)
);
CREATE INDEX memory_list_user_id_idx ON memory_list (user_id);

ALTER TABLE memory_list ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_list FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_list USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON memory_list USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));
