CREATE TABLE "supplier_leads" (
	"lead" text PRIMARY KEY NOT NULL,
	"supplier" text NOT NULL,
	"day" date NOT NULL,
	"make" text NOT NULL,
	"part" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "supplier_leads_day" ON "supplier_leads" USING btree ("day");