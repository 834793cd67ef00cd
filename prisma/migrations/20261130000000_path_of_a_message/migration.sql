-- The path of a message: who writes, what came in, what it did, what goes out.
-- Written for Postgres 15 and later; the embedded database runs the same file.

CREATE EXTENSION IF NOT EXISTS vector;

-- Who may see a row: the user named for this transaction, or the system scope that sweeps and lanes run in.
CREATE FUNCTION mama_user() RETURNS uuid LANGUAGE sql STABLE AS
$$ SELECT nullif(current_setting('mama.user_id', true), '')::uuid $$;
CREATE FUNCTION mama_system() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT coalesce(current_setting('mama.system', true), '') = 'on' $$;

CREATE TABLE org (
  id          uuid PRIMARY KEY,
  slug        text NOT NULL UNIQUE,
  name        text NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE app_user (
  id          uuid PRIMARY KEY,
  org_id      uuid NOT NULL REFERENCES org (id),
  zone        text NOT NULL DEFAULT 'Asia/Kuala_Lumpur',
  currency    text NOT NULL DEFAULT 'MYR' CHECK (currency ~ '^[A-Z]{3}$'),
  language    text NOT NULL DEFAULT 'auto' CHECK (language IN ('auto', 'en', 'ms')),
  week_start  smallint NOT NULL DEFAULT 1 CHECK (week_start BETWEEN 1 AND 7),
  quiet_from  text CHECK (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_to    text CHECK (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  spoken      text NOT NULL DEFAULT 'en' CHECK (spoken IN ('en', 'ms')),
  reachable   boolean NOT NULL DEFAULT true,
  created_at  timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE identity (
  id                uuid PRIMARY KEY,
  org_id            uuid NOT NULL REFERENCES org (id),
  user_id           uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  platform          text NOT NULL,
  account           text NOT NULL,
  platform_user_id  text NOT NULL,
  created_at        timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT identity_platform_account_platform_user_id_key UNIQUE (platform, account, platform_user_id)
);
CREATE INDEX identity_user_id_idx ON identity (user_id);

CREATE TABLE inbox (
  id           uuid PRIMARY KEY,
  seq          bigserial NOT NULL UNIQUE,
  platform     text NOT NULL,
  account      text NOT NULL,
  event_key    text NOT NULL,
  chat_key     text NOT NULL,
  sender_key   text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('text', 'photo', 'button', 'edited', 'unsupported')),
  text         text NOT NULL,
  message_key  text,
  refers_to    text,
  received_at  timestamptz(3) NOT NULL,
  state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed')),
  attempts     smallint NOT NULL DEFAULT 0,
  failures     smallint NOT NULL DEFAULT 0,
  org_id       uuid REFERENCES org (id),
  user_id      uuid REFERENCES app_user (id) ON DELETE CASCADE,
  mode         text,
  source       text CHECK (source IN ('reader', 'model', 'local')),
  verdict      text CHECK (verdict IN ('certain', 'likely', 'no')),
  plan         jsonb,
  CONSTRAINT inbox_platform_account_event_key_key UNIQUE (platform, account, event_key)
);
-- Only what waits is in here, so it stays small however long the history grows.
CREATE INDEX inbox_waiting_idx ON inbox (platform, account, chat_key, seq) WHERE state = 'pending';
CREATE INDEX inbox_message_key_idx ON inbox (platform, account, chat_key, message_key) WHERE message_key IS NOT NULL;
CREATE INDEX inbox_refers_to_idx ON inbox (platform, account, chat_key, refers_to) WHERE refers_to IS NOT NULL;
CREATE INDEX inbox_user_id_idx ON inbox (user_id);
CREATE INDEX inbox_received_at_idx ON inbox (received_at);

CREATE TABLE inbox_media (
  inbox_id    uuid NOT NULL REFERENCES inbox (id) ON DELETE CASCADE,
  position    smallint NOT NULL,
  mime        text NOT NULL,
  bytes       bytea NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (inbox_id, position)
);

CREATE TABLE chat_lease (
  platform      text NOT NULL,
  account       text NOT NULL,
  chat_key      text NOT NULL,
  owner         uuid NOT NULL,
  fence         bigint NOT NULL DEFAULT 1,
  leased_until  timestamptz(3) NOT NULL,
  PRIMARY KEY (platform, account, chat_key)
);
CREATE INDEX chat_lease_owner_idx ON chat_lease (owner);

CREATE TABLE action (
  id         uuid PRIMARY KEY,
  org_id     uuid NOT NULL REFERENCES org (id),
  user_id    uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  inbox_id   uuid NOT NULL REFERENCES inbox (id) ON DELETE CASCADE,
  position   smallint NOT NULL,
  platform   text NOT NULL,
  account    text NOT NULL,
  chat_key   text NOT NULL,
  kind       text NOT NULL,
  op         text NOT NULL CHECK (op IN ('create', 'update', 'delete')),
  record_id  uuid NOT NULL,
  before     jsonb,
  after      jsonb,
  is_undo    boolean NOT NULL DEFAULT false,
  undone_by  uuid,
  at         timestamptz(3) NOT NULL,
  -- An effect happens once: a turn that runs again cannot write its effects again.
  CONSTRAINT action_inbox_id_position_key UNIQUE (inbox_id, position)
);
CREATE INDEX action_user_id_at_idx ON action (user_id, at);
CREATE INDEX action_at_idx ON action (at);

CREATE TABLE outbox (
  id             uuid PRIMARY KEY,
  seq            bigserial NOT NULL UNIQUE,
  org_id         uuid REFERENCES org (id),
  user_id        uuid REFERENCES app_user (id) ON DELETE CASCADE,
  platform       text NOT NULL,
  account        text NOT NULL,
  chat_key       text NOT NULL,
  inbox_id       uuid REFERENCES inbox (id) ON DELETE CASCADE,
  kind           text NOT NULL CHECK (kind IN ('reply', 'push', 'digest')),
  language       text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ms')),
  text           text NOT NULL,
  buttons        jsonb NOT NULL DEFAULT '[]',
  picture        bytea,
  picture_mime   text,
  state          text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'failed')),
  attempts       smallint NOT NULL DEFAULT 0,
  resent         boolean NOT NULL DEFAULT false,
  sender         uuid,
  sending_until  timestamptz(3),
  not_before     timestamptz(3) NOT NULL DEFAULT now(),
  message_key    text,
  failure        text,
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  sent_at        timestamptz(3)
);
CREATE INDEX outbox_waiting_idx ON outbox (platform, account, chat_key, seq) WHERE state IN ('pending', 'sending', 'unknown');
CREATE INDEX outbox_user_id_idx ON outbox (user_id);
CREATE INDEX outbox_inbox_id_idx ON outbox (inbox_id);

CREATE TABLE ledger_entry (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES org (id),
  user_id       uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  kind          text NOT NULL CHECK (kind IN ('expense', 'income')),
  amount_minor  bigint NOT NULL CHECK (amount_minor > 0),
  currency      text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description   text NOT NULL,
  merchant      text,
  category      text NOT NULL,
  spent_on      date NOT NULL,
  source        text NOT NULL CHECK (source IN ('text', 'receipt', 'reminder', 'recurring', 'import')),
  note          text,
  inbox_id      uuid REFERENCES inbox (id) ON DELETE SET NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  deleted_at    timestamptz(3)
);
CREATE INDEX ledger_entry_user_id_spent_on_idx ON ledger_entry (user_id, spent_on);
CREATE INDEX ledger_entry_user_id_created_at_idx ON ledger_entry (user_id, created_at);
CREATE INDEX ledger_entry_user_id_id_idx ON ledger_entry (user_id, id);
CREATE INDEX ledger_entry_inbox_id_idx ON ledger_entry (inbox_id);
CREATE INDEX ledger_entry_deleted_at_idx ON ledger_entry (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE user_category (
  org_id      uuid NOT NULL REFERENCES org (id),
  user_id     uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name        text NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, name)
);

CREATE TABLE message (
  id        uuid PRIMARY KEY,
  org_id    uuid NOT NULL REFERENCES org (id),
  user_id   uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  platform  text NOT NULL,
  account   text NOT NULL,
  chat_key  text NOT NULL,
  inbox_id  uuid REFERENCES inbox (id) ON DELETE SET NULL,
  role      text NOT NULL CHECK (role IN ('user', 'mama')),
  text      text NOT NULL,
  mode      text NOT NULL,
  at        timestamptz(3) NOT NULL
);
CREATE INDEX message_user_id_at_idx ON message (user_id, at);
CREATE INDEX message_at_idx ON message (at);
CREATE INDEX message_inbox_id_idx ON message (inbox_id);

CREATE TABLE pending_question (
  platform    text NOT NULL,
  account     text NOT NULL,
  chat_key    text NOT NULL,
  org_id      uuid NOT NULL REFERENCES org (id),
  user_id     uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  inbox_id    uuid NOT NULL REFERENCES inbox (id) ON DELETE CASCADE,
  question    jsonb NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (platform, account, chat_key)
);
CREATE INDEX pending_question_user_id_idx ON pending_question (user_id);
CREATE INDEX pending_question_inbox_id_idx ON pending_question (inbox_id);

-- Row-level security (SPEC S12), forced, so that the owner of the tables is bound by it too. The sub-selects
-- make the settings be read once a statement instead of once a row.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['identity', 'inbox', 'action', 'outbox', 'ledger_entry', 'user_category', 'message',
                           'pending_question'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT mama_user())) '
                   'WITH CHECK (user_id = (SELECT mama_user()))', t);
    EXECUTE format('CREATE POLICY system_scope ON %I USING ((SELECT mama_system())) '
                   'WITH CHECK ((SELECT mama_system()))', t);
  END LOOP;
END $$;

ALTER TABLE app_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_user FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON app_user USING (id = (SELECT mama_user())) WITH CHECK (id = (SELECT mama_user()));
CREATE POLICY system_scope ON app_user USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));

ALTER TABLE inbox_media ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox_media FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON inbox_media
  USING (EXISTS (SELECT 1 FROM inbox i WHERE i.id = inbox_id AND i.user_id = (SELECT mama_user())));
CREATE POLICY system_scope ON inbox_media USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));
