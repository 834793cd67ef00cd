-- When the person sent the message, by the platform's clock, where it says so and can be believed. After downtime
-- "today" is the day of that moment; null is: as it was received.
ALTER TABLE inbox ADD COLUMN sent_at timestamptz(3);
