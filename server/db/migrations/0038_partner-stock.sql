CREATE TABLE "partner_met" (
	"partner_id" uuid NOT NULL,
	"month" date NOT NULL,
	"make" text NOT NULL,
	"number_norm" text NOT NULL,
	"reports" integer NOT NULL,
	CONSTRAINT "partner_met_partner_id_month_make_number_norm_pk" PRIMARY KEY("partner_id","month","make","number_norm")
);
--> statement-breakpoint
ALTER TABLE "partner_feeds" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "partner_feeds" ADD COLUMN "rows_left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_met" ADD CONSTRAINT "partner_met_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;