-- Reminders, recurring records, caps and digests (SPEC S5, S6, S11). The truth about every due moment is here; a
-- scheduler only wakes the work up.

CREATE TABLE reminder (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES org (id),
  user_id       uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- A recurring record writes its entry by itself on the day.
  kind          text NOT NULL CHECK (kind IN ('reminder', 'recurring')),
  title         text NOT NULL,
  -- The title normalised, and the schedule written out: an exact duplicate is not stored twice.
  title_key     text NOT NULL,
  schedule_key  text NOT NULL,
  amount_minor  bigint CHECK (amount_minor > 0),
  currency      text,
  -- Of the entry that is recorded when it is paid, or by itself.
  entry_kind    text NOT NULL DEFAULT 'expense' CHECK (entry_kind IN ('expense', 'income')),
  category      text,
  -- Written as in SPEC S15 (`monthly:31`, `weekly:MO/2`); null comes once.
  recurrence    text,
  -- The day of a reminder that comes once, or the first day that a recurrence counts from.
  anchor_on     date NOT NULL,
  wall_time     text NOT NULL CHECK (wall_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  zone          text NOT NULL,
  -- The day and the instant that are due next; null when nothing is.
  next_due_on   date,
  next_due_at   timestamptz(3),
  inbox_id      uuid REFERENCES inbox (id) ON DELETE SET NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  -- Cancelled, or over.
  deleted_at    timestamptz(3)
);
CREATE UNIQUE INDEX reminder_same_idx ON reminder (user_id, title_key, schedule_key) WHERE deleted_at IS NULL AND next_due_at IS NOT NULL;
CREATE INDEX reminder_due_idx ON reminder (next_due_at) WHERE deleted_at IS NULL AND next_due_at IS NOT NULL;
CREATE INDEX reminder_user_id_idx ON reminder (user_id);
CREATE INDEX reminder_inbox_id_idx ON reminder (inbox_id);

-- One row for each due moment of a reminder, whatever crashes. A period that is paid before its push has its row already.
CREATE TABLE reminder_firing (
  id           uuid PRIMARY KEY,
  org_id       uuid NOT NULL REFERENCES org (id),
  user_id      uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  reminder_id  uuid NOT NULL REFERENCES reminder (id) ON DELETE CASCADE,
  due_on       date NOT NULL,
  due_at       timestamptz(3) NOT NULL,
  -- due, nudge, or "snooze 1", "snooze 2", …
  kind         text NOT NULL,
  -- Of the period, on its row of kind `due`: open, paid, skipped, recorded, missed.
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'skipped', 'recorded', 'missed')),
  -- What comes next for this period while it is open: a nudge, or the end of a snooze.
  wake_at      timestamptz(3),
  wake_kind    text CHECK (wake_kind IN ('nudge', 'snooze')),
  outbox_id    uuid,
  entry_id     uuid,
  fired_at     timestamptz(3) NOT NULL,
  CONSTRAINT reminder_firing_reminder_id_due_at_kind_key UNIQUE (reminder_id, due_at, kind)
);
CREATE INDEX reminder_firing_wake_idx ON reminder_firing (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX reminder_firing_user_id_idx ON reminder_firing (user_id);

CREATE TABLE cap (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES org (id),
  user_id       uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- Null is overall.
  category      text,
  period        text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  amount_minor  bigint NOT NULL CHECK (amount_minor > 0),
  currency      text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  deleted_at    timestamptz(3)
);
CREATE UNIQUE INDEX cap_same_idx ON cap (user_id, coalesce(category, ''), period) WHERE deleted_at IS NULL;
CREATE INDEX cap_user_id_idx ON cap (user_id);

-- What was said of a cap in a period: 80 and 100 percent, once each.
CREATE TABLE cap_told (
  cap_id       uuid NOT NULL REFERENCES cap (id) ON DELETE CASCADE,
  org_id       uuid NOT NULL REFERENCES org (id),
  user_id      uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  period_from  date NOT NULL,
  level        smallint NOT NULL CHECK (level IN (80, 100)),
  told_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (cap_id, period_from, level)
);
CREATE INDEX cap_told_user_id_idx ON cap_told (user_id);

-- The look back at a week or a month that was sent, or that had nothing to say.
CREATE TABLE digest (
  user_id      uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  org_id       uuid NOT NULL REFERENCES org (id),
  kind         text NOT NULL CHECK (kind IN ('week', 'month')),
  period_from  date NOT NULL,
  outbox_id    uuid,
  made_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, kind, period_from)
);

ALTER TABLE app_user ADD COLUMN digests boolean NOT NULL DEFAULT true;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['reminder', 'reminder_firing', 'cap', 'cap_told', 'digest'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT mama_user())) WITH CHECK (user_id = (SELECT mama_user()))', name);
    EXECUTE format('CREATE POLICY system_scope ON %I USING ((SELECT mama_system())) WITH CHECK ((SELECT mama_system()))', name);
  END LOOP;
END $$;
