CREATE TABLE "waiting_lots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"listed" text NOT NULL,
	"lot_key" text,
	"state" text NOT NULL,
	"code" text,
	"reason" text,
	"origin" text,
	"asked_by_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "deal_verdict" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "deal_ceiling_cents" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "deal_stamp" text;--> statement-breakpoint
ALTER TABLE "waiting_lots" ADD CONSTRAINT "waiting_lots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_lots" ADD CONSTRAINT "waiting_lots_asked_by_key_access_keys_id_fk" FOREIGN KEY ("asked_by_key") REFERENCES "public"."access_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_lots_once" ON "waiting_lots" USING btree ("user_id","key");