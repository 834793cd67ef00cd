-- What the model was asked for and what it cost, a row for each exchange: the daily budget is counted from it (SPEC S9).

CREATE TABLE model_usage (
  id             uuid PRIMARY KEY,
  org_id         uuid NOT NULL REFERENCES org (id),
  user_id        uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  inbox_id       uuid REFERENCES inbox (id) ON DELETE SET NULL,
  purpose        text NOT NULL,
  model          text NOT NULL,
  input_tokens   integer NOT NULL CHECK (input_tokens >= 0),
  output_tokens  integer NOT NULL CHECK (output_tokens >= 0),
  duration_ms    integer NOT NULL,
  outcome        text NOT NULL,
  created_at     timestamptz(3) NOT NULL
);
CREATE INDEX model_usage_user_id_created_at_idx ON model_usage (user_id, created_at);
CREATE INDEX model_usage_inbox_id_idx ON model_usage (inbox_id);
CREATE INDEX model_usage_created_at_idx ON model_usage (created_at);

ALTER TABLE model_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON model_usage USING (user_id = (SELECT mama_user()))
  WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON model_usage USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));
