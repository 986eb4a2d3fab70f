CREATE TABLE "lot_readings" (
	"day" date NOT NULL,
	"site" text NOT NULL,
	"outcome" text NOT NULL,
	"lots" integer NOT NULL,
	CONSTRAINT "lot_readings_day_site_outcome_pk" PRIMARY KEY("day","site","outcome")
);
--> statement-breakpoint
CREATE TABLE "switches" (
	"name" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE sent_at IS NULL;--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_failed" ON "reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE error_code IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);