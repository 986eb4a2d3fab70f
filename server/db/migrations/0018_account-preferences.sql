CREATE TABLE "account_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"rates" jsonb,
	"parts" text,
	"state" text,
	"shop_name" text,
	"logo" "bytea",
	"logo_type" text,
	"logo_width" integer,
	"logo_height" integer,
	"mail_report_ready" boolean DEFAULT true NOT NULL,
	"mail_report_failed" boolean DEFAULT true NOT NULL,
	"mail_report_shared" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "account_preferences" ADD CONSTRAINT "account_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;