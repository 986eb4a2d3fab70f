CREATE TABLE "host_waits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"caller" text NOT NULL,
	"since" bigint NOT NULL,
	"interval_ms" integer NOT NULL,
	"joined_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"asked_until" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "host_waits_turn" ON "host_waits" USING btree ("host","since","id");--> statement-breakpoint
CREATE INDEX "host_waits_caller" ON "host_waits" USING btree ("caller");