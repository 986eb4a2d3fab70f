-- One statement: the table is written anew once.
ALTER TABLE "reports"
  ADD COLUMN "archived_at" timestamp with time zone,
  ADD COLUMN "tag" text,
  ADD COLUMN "note" text,
  ADD COLUMN "repair_low_cents" bigint GENERATED ALWAYS AS (round((coalesce(edited_model, model) #>> '{headline,repair,low}')::numeric * 100)::bigint) STORED,
  ADD COLUMN "repair_high_cents" bigint GENERATED ALWAYS AS (round((coalesce(edited_model, model) #>> '{headline,repair,high}')::numeric * 100)::bigint) STORED,
  ADD COLUMN "value_share" double precision GENERATED ALWAYS AS (CASE WHEN coalesce(edited_model, model) #> '{headline,repair_to_value,likely}' IS NOT NULL
            AND coalesce(coalesce(edited_model, model) #>> '{estimate,cost_to_value,source}', 'listed') = 'listed'
          THEN (coalesce(edited_model, model) #>> '{headline,repair_to_value,likely}')::float8
          ELSE (coalesce(edited_model, model) #>> '{estimate,total,likely}')::float8
            / nullif(greatest((coalesce(edited_model, model) #>> '{estimate,cost_to_value,value}')::float8, 0), 0) END) STORED,
  ADD COLUMN "verdict" text GENERATED ALWAYS AS (coalesce(edited_model, model) #>> '{total_loss,verdict}') STORED,
  ADD COLUMN "sale_date" text GENERATED ALWAYS AS (coalesce(edited_model, model) #>> '{lot,sale_date}') STORED,
  ADD COLUMN "photo" text GENERATED ALWAYS AS (jsonb_path_query_first(coalesce(edited_model, model), '$.photos[*].thumbnail ? (@ != null)') #>> '{}') STORED,
  ADD COLUMN "photos_total" integer GENERATED ALWAYS AS ((coalesce(edited_model, model) #>> '{examined,photos_total}')::int) STORED,
  ADD COLUMN "photos_examined" integer GENERATED ALWAYS AS ((coalesce(edited_model, model) #>> '{examined,photos_examined}')::int) STORED,
  ADD COLUMN "parts_confirmed" integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(coalesce(edited_model, model), '$.estimate.evidence[*] ? (@.kind == "part_answer")'))) STORED;
