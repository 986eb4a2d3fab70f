CREATE TABLE "reports_before" (
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"model" jsonb NOT NULL,
	"inputs" jsonb,
	"edited_model" jsonb,
	"told" jsonb NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_before_report_id_version_pk" PRIMARY KEY("report_id","version")
);
--> statement-breakpoint
ALTER TABLE "reports_before" ADD CONSTRAINT "reports_before_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;