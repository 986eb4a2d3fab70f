ALTER TABLE "account_preferences" ADD COLUMN "deal" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "deal_settings" jsonb;