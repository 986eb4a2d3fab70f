ALTER TABLE "partners" ADD COLUMN "approved_website" text;--> statement-breakpoint
-- Approved with the website they have now: until this column nothing else was known of what an operator saw.
UPDATE "partners" SET "approved_website" = "website" WHERE "state" IN ('approved', 'paused');
