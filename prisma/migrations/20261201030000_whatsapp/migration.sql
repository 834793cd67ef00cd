-- What WhatsApp needs beside the path of a message: the account's keys, people that are known by several ids, and answers
-- to what waited while Mama was away.

-- Secrets of an account: its credentials and the keys of its sessions, each sealed before it comes here (AES-256-GCM).
-- They are the account's, not a user's; those of the sessions with a person go when the person is erased.
CREATE TABLE platform_key (
  platform    text NOT NULL,
  account     text NOT NULL,
  type        text NOT NULL,
  id          text NOT NULL,
  sealed      bytea NOT NULL,
  updated_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (platform, account, type, id)
);

-- Each id that a person writes by, and the chat that they are in whichever they use. The latest is where answers go.
CREATE TABLE chat_alias (
  platform    text NOT NULL,
  account     text NOT NULL,
  alias       text NOT NULL,
  chat_key    text NOT NULL,
  -- Null: the platform told of it, and nobody has written by it.
  written_at  timestamptz(3),
  PRIMARY KEY (platform, account, alias)
);
CREATE INDEX chat_alias_chat_key_idx ON chat_alias (platform, account, chat_key);

-- It waited on the platform while Mama was away.
ALTER TABLE inbox ADD COLUMN late boolean NOT NULL DEFAULT false;

-- The latest messages of a chat: whose numbers a person may be picking.
CREATE INDEX outbox_chat_idx ON outbox (platform, account, chat_key, seq);
