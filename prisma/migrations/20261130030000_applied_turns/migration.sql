-- A turn whose plan is applied before its reply is known (advice comes after the records): it is never planned again.

ALTER TABLE inbox ADD COLUMN applied_at timestamptz(3);
