-- better-auth finds these tables through search_path=auth. The quoted camelCase names and the types
-- are the library's own. Our additions: a user needs only a name and an email address, so that an
-- operator can insert one; `freshAt` and `lastUsedStep`.

do $$
begin
  if not exists (select from pg_roles where rolname = 'outcrop_sign_in') then
    raise exception 'The role outcrop_sign_in is missing. Run "npm run db:create" again: it creates what is missing, and migrates.';
  end if;
end $$;

create schema auth;

create table auth."user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "twoFactorEnabled" boolean
);

create table auth."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  -- When the password was last given in this session. Signing in gives it.
  "freshAt" timestamptz not null default now()
);

create index "session_userId_idx" on auth."session" ("userId");
create index "session_expiresAt_idx" on auth."session" ("expiresAt");

create table auth."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);

create index "account_userId_idx" on auth."account" ("userId");

create table auth."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create index "verification_identifier_idx" on auth."verification" ("identifier");
create index "verification_expiresAt_idx" on auth."verification" ("expiresAt");

create table auth."twoFactor" (
  "id" uuid primary key default gen_random_uuid(),
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz,
  -- The 30 seconds of the newest authenticator code that was accepted: older codes are refused.
  "lastUsedStep" bigint
);

create index "twoFactor_secret_idx" on auth."twoFactor" ("secret");
create index "twoFactor_userId_idx" on auth."twoFactor" ("userId");


-- The library has a role of its own, which sees these tables and nothing else. It can neither add nor
-- remove a user, because nobody signs up: users are invited.
-- Sessions that were signed in with the password alone end when a second factor is turned on.
create function auth.end_sessions() returns trigger language plpgsql as $$
begin
  delete from auth."session" where "userId" = new."id";
  return null;
end $$;

create trigger end_sessions after update of "twoFactorEnabled" on auth."user" for each row
when (new."twoFactorEnabled" and not coalesce(old."twoFactorEnabled", false))
execute function auth.end_sessions();

grant usage on schema auth to outcrop_sign_in;
grant select, update on auth."user" to outcrop_sign_in;
grant select, insert, update on auth."account" to outcrop_sign_in;
grant select, insert, update, delete on auth."session", auth."verification", auth."twoFactor" to outcrop_sign_in;
