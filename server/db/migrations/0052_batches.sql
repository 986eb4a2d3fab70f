ALTER TABLE "account_preferences" ADD COLUMN "mail_sale_soon" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "alerted_of_sale" text;--> statement-breakpoint
ALTER TABLE "waiting_lots" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "waiting_lots" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "reports_of_batch" ON "reports" USING btree ("batch_id") WHERE batch_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_by_sale" ON "reports" USING btree ("sale_date") WHERE model IS NOT NULL AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX "waiting_lots_of_batch" ON "waiting_lots" USING btree ("batch_id") WHERE batch_id IS NOT NULL;