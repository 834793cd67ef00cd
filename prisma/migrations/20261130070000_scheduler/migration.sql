-- The scheduler's book: when its jobs run next, and which process runs them. Agenda's Postgres backend would make this
-- table by itself, but two processes that start at once would both try, and one would fail. It holds nothing of people
-- and nothing that could be lost: what is due is in `reminder`.

CREATE TABLE agenda_jobs (
  id                   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name                 text NOT NULL,
  priority             integer NOT NULL DEFAULT 0,
  next_run_at          timestamptz,
  type                 text NOT NULL DEFAULT 'normal' CHECK (type IN ('normal', 'single')),
  locked_at            timestamptz,
  last_finished_at     timestamptz,
  failed_at            timestamptz,
  fail_count           integer,
  fail_reason          text,
  repeat_timezone      text,
  last_run_at          timestamptz,
  repeat_interval      text,
  data                 jsonb DEFAULT '{}',
  repeat_at            text,
  disabled             boolean DEFAULT false,
  progress             real,
  fork                 boolean DEFAULT false,
  last_modified_by     text,
  debounce_started_at  timestamptz,
  start_date           timestamptz,
  end_date             timestamptz,
  skip_days            jsonb
);
-- One job of each name: the backend's upsert names this index by its columns.
CREATE UNIQUE INDEX agenda_jobs_single_job_idx ON agenda_jobs (name) WHERE type = 'single';

-- Where a user last wrote from, which is where pushes go.
CREATE INDEX inbox_user_id_seq_idx ON inbox (user_id, seq);
DROP INDEX inbox_user_id_idx;
