CREATE TABLE "free_starts" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "free_start" text;--> statement-breakpoint
UPDATE "users" u SET "free_start" = 'given' WHERE EXISTS (SELECT 1 FROM "quota_ledger" l WHERE l."user_id" = u."id" AND l."reason" = 'free reports of a new account');--> statement-breakpoint
INSERT INTO "free_starts" ("mailbox", "created_at")
SELECT encode(sha256(convert_to(CASE WHEN split_part("local", '+', 1) = '' THEN "local" WHEN "domain" IN ('gmail.com', 'googlemail.com') THEN replace(split_part("local", '+', 1), '.', '') ELSE split_part("local", '+', 1) END || '@' || CASE WHEN "domain" = 'googlemail.com' THEN 'gmail.com' ELSE "domain" END, 'UTF8')), 'hex'), min("verified_at")
FROM (SELECT regexp_replace("email_key", '@[^@]*$', '') AS "local", regexp_replace("email_key", '^.*@', '') AS "domain", coalesce("verified_at", "created_at") AS "verified_at" FROM "users" WHERE "free_start" = 'given') AS "mailboxes"
GROUP BY 1;
