CREATE TABLE "estimate_tables" (
	"id" text PRIMARY KEY NOT NULL,
	"files" "bytea" NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
