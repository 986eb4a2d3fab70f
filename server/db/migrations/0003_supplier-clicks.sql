CREATE TABLE "supplier_clicks" (
	"supplier" text NOT NULL,
	"day" date NOT NULL,
	"make" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "supplier_clicks_supplier_day_make_pk" PRIMARY KEY("supplier","day","make")
);
