CREATE TABLE "lot_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"before" text,
	"after" text NOT NULL,
	"source" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_preferences" ADD COLUMN "mail_lot_changed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "report_shares" ADD COLUMN "deal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_changes" ADD CONSTRAINT "lot_changes_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_changes_of_report" ON "lot_changes" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "reports_of_lot" ON "reports" USING btree ("lot_key");--> statement-breakpoint
CREATE INDEX "reports_of_link" ON "reports" USING btree ("url");--> statement-breakpoint
CREATE INDEX "reports_of_car" ON "reports" USING btree ("vin");