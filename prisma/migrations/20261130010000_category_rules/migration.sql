-- What a user's corrections teach: this merchant or thing belongs to that category, from now on (SPEC S4).

CREATE TABLE category_rule (
  org_id      uuid NOT NULL REFERENCES org (id),
  user_id     uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  phrase      text NOT NULL,
  category    text NOT NULL,
  id          uuid NOT NULL UNIQUE,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, phrase)
);

ALTER TABLE category_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE category_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON category_rule USING (user_id = (SELECT mama_user()))
  WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON category_rule USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));
