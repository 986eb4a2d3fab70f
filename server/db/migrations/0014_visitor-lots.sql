CREATE TABLE "visitor_lots" (
	"lot_key" text PRIMARY KEY NOT NULL,
	"sender" text NOT NULL,
	"bytes" bigint NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_lots" ADD CONSTRAINT "visitor_lots_lot_key_lots_key_fk" FOREIGN KEY ("lot_key") REFERENCES "public"."lots"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visitor_lots_kept" ON "visitor_lots" USING btree ("kept_at");