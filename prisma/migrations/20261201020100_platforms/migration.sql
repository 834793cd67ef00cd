-- What platforms need beside the path of a message: who receives for an account, pictures that wait on the platform,
-- albums, and replies that take the place of an earlier message.

-- Pictures of one album belong to the event of the first one that came in.
ALTER TABLE inbox ADD COLUMN album_key text;
CREATE INDEX inbox_album_key_idx ON inbox (platform, account, chat_key, album_key) WHERE album_key IS NOT NULL;

-- A picture is known by `remote_key` until its bytes are here; `failure` says why they never will be. `event_key` is
-- the event that announced it, so that a redelivered member of an album is not kept twice.
ALTER TABLE inbox_media ALTER COLUMN mime DROP NOT NULL;
ALTER TABLE inbox_media ALTER COLUMN bytes DROP NOT NULL;
ALTER TABLE inbox_media ADD COLUMN remote_key text;
ALTER TABLE inbox_media ADD COLUMN event_key text;
ALTER TABLE inbox_media ADD COLUMN failure text CHECK (failure IN ('too_large', 'gone'));
CREATE UNIQUE INDEX inbox_media_event_key_idx ON inbox_media (inbox_id, event_key);
CREATE INDEX inbox_media_missing_idx ON inbox_media (created_at) WHERE bytes IS NULL AND failure IS NULL;

-- The platform's id of an earlier message of Mama's whose place a reply takes.
ALTER TABLE outbox ADD COLUMN replaces text;

-- Which process receives for an account: one at a time. Nothing of people is in here.
CREATE TABLE account_lease (
  platform      text NOT NULL,
  account       text NOT NULL,
  owner         uuid NOT NULL,
  leased_until  timestamptz(3) NOT NULL,
  PRIMARY KEY (platform, account)
);
