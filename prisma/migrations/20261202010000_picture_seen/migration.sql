-- What was read of a picture, until the turn is done: one that is cut short and runs again does not read it again (SPEC S8).
ALTER TABLE inbox_media ADD COLUMN seen jsonb;
