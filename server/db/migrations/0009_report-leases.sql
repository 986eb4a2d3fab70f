ALTER TABLE "reports" ADD COLUMN "claimable_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_by" text;--> statement-breakpoint
-- Reports of the command line were never for workers.
UPDATE "reports" SET "claimable_at" = NULL WHERE "user_id" IS NULL AND "finished_at" IS NULL;
