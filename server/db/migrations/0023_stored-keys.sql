CREATE TABLE "stored_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL
);
