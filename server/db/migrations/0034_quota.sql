CREATE TABLE "payment_charges" (
	"payment" text PRIMARY KEY NOT NULL,
	"reference" text,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quota_payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"paid_cents" bigint NOT NULL,
	"reports" integer NOT NULL,
	"owed" integer DEFAULT 0 NOT NULL,
	"taken_back" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp with time zone,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "taken_back_as_owed" CHECK (0 <= "quota_payments"."taken_back" AND "quota_payments"."taken_back" <= "quota_payments"."owed" AND "quota_payments"."owed" <= "quota_payments"."reports")
);
--> statement-breakpoint
CREATE TABLE "quota_purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"plan_id" text NOT NULL,
	"every" text,
	"reports" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"session" text,
	"customer" text,
	"subscription" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quota_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"reports" integer NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"granted" integer,
	"granted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "quota_ledger" ADD COLUMN "payment" text;--> statement-breakpoint
ALTER TABLE "quota_payments" ADD CONSTRAINT "quota_payments_purchase_id_quota_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."quota_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_purchases" ADD CONSTRAINT "quota_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_requests" ADD CONSTRAINT "quota_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_charges_reference" ON "payment_charges" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "quota_payments_purchase" ON "quota_payments" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "quota_purchases_user" ON "quota_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quota_requests_user" ON "quota_requests" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quota_requests_open" ON "quota_requests" USING btree ("user_id") WHERE granted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "quota_ledger_purchase" ON "quota_ledger" USING btree ("payment") WHERE kind = 'purchase';