ALTER TABLE "reports" ADD COLUMN "worker_deaths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "in_own_process" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "own_process_deaths" integer DEFAULT 0 NOT NULL;