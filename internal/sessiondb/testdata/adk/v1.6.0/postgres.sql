SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.app_states (
    app_name text NOT NULL,
    state jsonb,
    update_time timestamp(6) with time zone
);
CREATE TABLE public.events (
    id text NOT NULL,
    app_name text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    invocation_id text,
    author text,
    actions bytea,
    long_running_tool_ids_json jsonb,
    branch text,
    "timestamp" timestamp(6) with time zone,
    content jsonb,
    grounding_metadata jsonb,
    custom_metadata jsonb,
    usage_metadata jsonb,
    citation_metadata jsonb,
    partial boolean,
    turn_complete boolean,
    error_code text,
    error_message text,
    interrupted boolean
);
CREATE TABLE public.sessions (
    app_name text NOT NULL,
    user_id text NOT NULL,
    id text NOT NULL,
    state jsonb,
    create_time timestamp(6) with time zone,
    update_time timestamp(6) with time zone
);
CREATE TABLE public.user_states (
    app_name text NOT NULL,
    user_id text NOT NULL,
    state jsonb,
    update_time timestamp(6) with time zone
);
INSERT INTO public.app_states VALUES ('app', '{"n": 9007199254740992, "version": 1.5}', '0001-01-01 00:00:00+00');
INSERT INTO public.events VALUES ('e0', 'app', 'ann', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b226170703a6e223a393030373139393235343734303939322c22676f6e65223a6e756c6c2c226b30223a747275652c226c697374223a5b302c2278222c6e756c6c2c7b2266223a322e357d5d2c226e223a302c22757365723a676f6e65223a6e756c6c2c22757365723a6e223a307d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.535897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e1', 'app', 'ann', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b22626567756e223a6e756c6c2c22676f6e65223a226261636b227d2c22417274696661637444656c7461223a7b227469636b65742e706466223a327d2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', '["c1"]', 'root.desk', '2026-03-14 15:09:26.536897+00', '{"role": "model", "parts": [{"text": "Say \"<hi>\" &   go"}, {"functionCall": {"id": "c1", "args": {"n": 3, "seat": "12A"}, "name": "reserve"}}]}', NULL, '{"depth": {"n": 1}, "source": "test"}', NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e2', 'app', 'ann', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b22676f6e65223a6e756c6c7d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a747275652c225472616e73666572546f4167656e74223a226f74686572222c22457363616c617465223a747275657d', NULL, NULL, '2026-03-14 15:09:26.537897+00', NULL, '{"webSearchQueries": ["q"]}', NULL, '{"promptTokenCount": 7}', '{"citations": [{"title": "c"}]}', false, true, '429', 'too many', true);
INSERT INTO public.events VALUES ('e3', 'app', 'ann', '0', 'i', 'desk', '\x7b22537461746544656c7461223a6e756c6c2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.538897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e0', 'app', 'ann', '1', 'i', 'desk', '\x7b22537461746544656c7461223a7b226170703a6e223a393030373139393235343734303939322c22676f6e65223a6e756c6c2c226b30223a747275652c226c697374223a5b302c2278222c6e756c6c2c7b2266223a322e357d5d2c226e223a302c22757365723a676f6e65223a6e756c6c2c22757365723a6e223a317d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.535897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e1', 'app', 'ann', '1', 'i', 'desk', '\x7b22537461746544656c7461223a7b22626567756e223a6e756c6c2c22676f6e65223a226261636b227d2c22417274696661637444656c7461223a7b227469636b65742e706466223a327d2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', '["c1"]', 'root.desk', '2026-03-14 15:09:26.536897+00', '{"role": "model", "parts": [{"text": "Say \"<hi>\" &   go"}, {"functionCall": {"id": "c1", "args": {"n": 3, "seat": "12A"}, "name": "reserve"}}]}', NULL, '{"depth": {"n": 1}, "source": "test"}', NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e2', 'app', 'ann', '1', 'i', 'desk', '\x7b22537461746544656c7461223a7b22676f6e65223a6e756c6c7d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a747275652c225472616e73666572546f4167656e74223a226f74686572222c22457363616c617465223a747275657d', NULL, NULL, '2026-03-14 15:09:26.537897+00', NULL, '{"webSearchQueries": ["q"]}', NULL, '{"promptTokenCount": 7}', '{"citations": [{"title": "c"}]}', false, true, '429', 'too many', true);
INSERT INTO public.events VALUES ('e3', 'app', 'ann', '1', 'i', 'desk', '\x7b22537461746544656c7461223a6e756c6c2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.538897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e0', 'app', 'bob', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b226170703a6e223a393030373139393235343734303939322c22676f6e65223a6e756c6c2c226b30223a747275652c226c697374223a5b302c2278222c6e756c6c2c7b2266223a322e357d5d2c226e223a302c22757365723a676f6e65223a6e756c6c2c22757365723a6e223a307d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.535897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e1', 'app', 'bob', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b22626567756e223a6e756c6c2c22676f6e65223a226261636b227d2c22417274696661637444656c7461223a7b227469636b65742e706466223a327d2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', '["c1"]', 'root.desk', '2026-03-14 15:09:26.536897+00', '{"role": "model", "parts": [{"text": "Say \"<hi>\" &   go"}, {"functionCall": {"id": "c1", "args": {"n": 3, "seat": "12A"}, "name": "reserve"}}]}', NULL, '{"depth": {"n": 1}, "source": "test"}', NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.events VALUES ('e2', 'app', 'bob', '0', 'i', 'desk', '\x7b22537461746544656c7461223a7b22676f6e65223a6e756c6c7d2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a747275652c225472616e73666572546f4167656e74223a226f74686572222c22457363616c617465223a747275657d', NULL, NULL, '2026-03-14 15:09:26.537897+00', NULL, '{"webSearchQueries": ["q"]}', NULL, '{"promptTokenCount": 7}', '{"citations": [{"title": "c"}]}', false, true, '429', 'too many', true);
INSERT INTO public.events VALUES ('e3', 'app', 'bob', '0', 'i', 'desk', '\x7b22537461746544656c7461223a6e756c6c2c22417274696661637444656c7461223a6e756c6c2c22526571756573746564546f6f6c436f6e6669726d6174696f6e73223a6e756c6c2c22536b697053756d6d6172697a6174696f6e223a66616c73652c225472616e73666572546f4167656e74223a22222c22457363616c617465223a66616c73657d', NULL, NULL, '2026-03-14 15:09:26.538897+00', NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, false);
INSERT INTO public.sessions VALUES ('app', 'ann', '0', '{"n": 0, "k0": true, "gone": null, "list": [0, "x", null, {"f": 2.5}], "null": null, "text": "<ö>\n", "begun": null}', '2026-11-22 08:06:38.858253+00', '2026-03-14 15:09:26.538897+00');
INSERT INTO public.sessions VALUES ('app', 'ann', '1', '{"n": 0, "k0": true, "gone": null, "list": [0, "x", null, {"f": 2.5}], "null": null, "text": "<ö>\n", "begun": null}', '2026-11-22 08:06:38.921722+00', '2026-03-14 15:09:26.538897+00');
INSERT INTO public.sessions VALUES ('app', 'bob', '0', '{"n": 0, "k0": true, "gone": null, "list": [0, "x", null, {"f": 2.5}], "null": null, "text": "<ö>\n", "begun": null}', '2026-11-22 08:06:39.024384+00', '2026-03-14 15:09:26.538897+00');
INSERT INTO public.sessions VALUES ('app', 'carl', 'empty', '{}', '2026-11-22 08:06:39.124281+00', '2026-11-22 08:06:39.124281+00');
INSERT INTO public.user_states VALUES ('app', 'ann', '{"n": 1, "gone": null, "name": "ann"}', '0001-01-01 00:00:00+00');
INSERT INTO public.user_states VALUES ('app', 'bob', '{"n": 1, "gone": null, "name": "bob"}', '0001-01-01 00:00:00+00');
ALTER TABLE ONLY public.app_states
    ADD CONSTRAINT app_states_pkey PRIMARY KEY (app_name);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id, app_name, user_id, session_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (app_name, user_id, id);
ALTER TABLE ONLY public.user_states
    ADD CONSTRAINT user_states_pkey PRIMARY KEY (app_name, user_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_sessions_events FOREIGN KEY (app_name, user_id, session_id) REFERENCES public.sessions(app_name, user_id, id) ON DELETE CASCADE;
