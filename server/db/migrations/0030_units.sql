ALTER TABLE "account_preferences" ADD COLUMN "units" jsonb;--> statement-breakpoint
ALTER TABLE "account_preferences" ADD COLUMN "keeping" jsonb;