-- Receipts (SPEC S8): what a photo adds to its entry, pictures that wait and pictures that were read.

-- What the receipt of an entry said. It goes with its entry.
CREATE TABLE receipt (
  id              uuid PRIMARY KEY,
  org_id          uuid NOT NULL REFERENCES org (id),
  user_id         uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  entry_id        uuid NOT NULL REFERENCES ledger_entry (id) ON DELETE CASCADE,
  inbox_id        uuid REFERENCES inbox (id) ON DELETE SET NULL,
  merchant        text,
  -- As printed, whatever the person made of it: the same receipt is known by these.
  bought_on       date,
  total_minor     bigint,
  currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  tax_minor       bigint,
  rounding_minor  bigint,
  payment         text CHECK (payment IN ('cash', 'card', 'ewallet', 'transfer')),
  -- [{"description": …, "amountMinor": …, "quantity": …}]
  items           jsonb NOT NULL DEFAULT '[]',
  -- [{"fileHash": …, "imageHash": …}], one for each picture of it
  pictures        jsonb NOT NULL DEFAULT '[]',
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX receipt_user_id_idx ON receipt (user_id);
CREATE INDEX receipt_entry_id_idx ON receipt (entry_id);
CREATE INDEX receipt_inbox_id_idx ON receipt (inbox_id);

ALTER TABLE receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipt USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()));
CREATE POLICY system_scope ON receipt USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()));

-- An event that nobody takes up before then: the pictures of its album are still coming, its bytes are not here, or
-- the reader is busy. On the database's time, as leases are; `holds` counts how often a turn put it off.
ALTER TABLE inbox ADD COLUMN held_until timestamptz(3);
ALTER TABLE inbox ADD COLUMN holds smallint NOT NULL DEFAULT 0;

-- When a picture was read. Its bytes are gone then, unless the deployer keeps them.
ALTER TABLE inbox_media ADD COLUMN read_at timestamptz(3);
DROP INDEX inbox_media_missing_idx;
CREATE INDEX inbox_media_missing_idx ON inbox_media (created_at)
  WHERE bytes IS NULL AND failure IS NULL AND read_at IS NULL;
