ALTER TABLE "idempotency_keys" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "claim" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "claimed_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "idempotency_keys" k SET "owner" = 'user:' || k."user_id", "answer" = jsonb_build_object('reportId', r."id", 'taskId', r."task_id") FROM "reports" r WHERE r."id" = k."report_id";--> statement-breakpoint
DELETE FROM "idempotency_keys" WHERE "owner" IS NULL;
