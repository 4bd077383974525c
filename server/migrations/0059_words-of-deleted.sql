-- Up Migration

set local lock_timeout = '5s';

-- Processes of the version before 0042 delete prospects without their words. An indexed word is the start
-- of a part of the text, or, in scripts without spaces, a part and the first character of the next.
create function delete_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from prospect_word w
  using (
    select left(part, length) as word
    from regexp_split_to_table(old.search_text, '\s+') part, generate_series(1, least(length(part), 60)) length
    union
    select part || left(lead(part) over (order by position), 1)
    from regexp_split_to_table(old.search_text, '\s+') with ordinality parts (part, position)
  ) deleted
  where w.workspace_id = old.workspace_id and w.word = deleted.word and w.prospect_id = old.id;
  return null;
end $$;
create trigger delete_words after delete on prospect
  for each row when (old.search_text is not null) execute function delete_words();
