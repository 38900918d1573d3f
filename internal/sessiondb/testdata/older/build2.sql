CREATE TABLE public.stategen_events (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL,
    record text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.stategen_sessions (
    id bigint NOT NULL,
    app text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    updated timestamp with time zone NOT NULL
);
ALTER TABLE public.stategen_sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stategen_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stategen_state (
    app text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    session bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.stategen_version (
    version integer NOT NULL
);
INSERT INTO public.stategen_events VALUES (1, 0, '3N2UMKYWDO3ZCCWI247QE3HI', '2026-11-22 02:57:06.336385+00', '{"id":"3N2UMKYWDO3ZCCWI247QE3HI","author":"create","timestamp":"2026-11-22T02:57:06.336385Z","actions":{"stateDelta":{"app:message":"hi","empty":{},"list":[],"seat":"12A","step":"search","trips":0,"user:lang":"de"}}}');
INSERT INTO public.stategen_events VALUES (1, 1, 'e0', '2026-03-14 15:09:27.535897+00', '{"id":"e0","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:27.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"big":"9007199254740993","price":5.0,"text":"a \"b\" <c> \\ \u2028 é 😀","when":"2026-03-14T15:09:26.535897Z"}}}');
INSERT INTO public.stategen_events VALUES (1, 2, 'e1', '2026-03-14 15:09:28.535897+00', '{"id":"e1","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:28.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateOperations":{"app:top":{"op":"max","operand":0},"tags":{"op":"union","operand":["x","ann"]},"trips":{"op":"sum","operand":2,"base":0},"user:visits":{"op":"sum","operand":1,"base":10}}}}');
INSERT INTO public.stategen_events VALUES (1, 3, 'e2', '2026-03-14 15:09:29.535897+00', '{"id":"e2","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:29.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"empty":null,"flight":{"code":"LH1","price":1e+21,"seats":["1A","1B"]},"step":"payment"}}}');
INSERT INTO public.stategen_events VALUES (1, 4, 'e3', '2026-03-14 15:09:30.535897+00', '{"id":"e3","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:30.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"nested":[{"a":null,"b":[true,false,1.5,-7]},"t"],"small":1e-07}}}');
INSERT INTO public.stategen_events VALUES (3, 0, '3N2UMKYZ4KLQQSL4RGUBYLB6', '2026-11-22 02:57:06.427409+00', '{"id":"3N2UMKYZ4KLQQSL4RGUBYLB6","author":"create","timestamp":"2026-11-22T02:57:06.427409Z","actions":{"stateDelta":{"app:message":"hi","empty":{},"list":[],"seat":"12A","step":"search","trips":2,"user:lang":"de"}}}');
INSERT INTO public.stategen_events VALUES (3, 1, 'e0', '2026-03-14 15:09:35.535897+00', '{"id":"e0","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:35.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"big":"9007199254740993","price":5.0,"text":"a \"b\" <c> \\ \u2028 é 😀","when":"2026-03-14T15:09:26.535897Z"}}}');
INSERT INTO public.stategen_events VALUES (3, 2, 'e1', '2026-03-14 15:09:36.535897+00', '{"id":"e1","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:36.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateOperations":{"app:top":{"op":"max","operand":2},"tags":{"op":"union","operand":["x","é ß"]},"trips":{"op":"sum","operand":2,"base":0},"user:visits":{"op":"sum","operand":1,"base":10}}}}');
INSERT INTO public.stategen_events VALUES (3, 3, 'e2', '2026-03-14 15:09:37.535897+00', '{"id":"e2","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:37.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"empty":null,"flight":{"code":"LH1","price":1e+21,"seats":["1A","1B"]},"step":"payment"}}}');
INSERT INTO public.stategen_events VALUES (3, 4, 'e3', '2026-03-14 15:09:38.535897+00', '{"id":"e3","invocationId":"run","author":"planner","branch":"root.search","timestamp":"2026-03-14T15:09:38.535897Z","content":{"role":"model","parts":[{"text":"hello <b>"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},"actions":{"stateDelta":{"nested":[{"a":null,"b":[true,false,1.5,-7]},"t"],"small":1e-07}}}');
INSERT INTO public.stategen_sessions OVERRIDING SYSTEM VALUE VALUES (1, 'trips', 'ann', 's0', 4, '2026-11-22 02:57:06.336385+00');
INSERT INTO public.stategen_sessions OVERRIDING SYSTEM VALUE VALUES (3, 'trips', 'é ß', 's2', 4, '2026-11-22 02:57:06.427409+00');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'list', '[]');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'seat', '"12A"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 0, 'user:lang', '"de"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'big', '"9007199254740993"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'price', '5.0');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'text', '"a \"b\" <c> \\ \u2028 é 😀"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'when', '"2026-03-14T15:09:26.535897Z"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'tags', '["x","ann"]');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'trips', '2');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 0, 'user:visits', '11');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'flight', '{"code":"LH1","price":1e+21,"seats":["1A","1B"]}');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'step', '"payment"');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'nested', '[{"a":null,"b":[true,false,1.5,-7]},"t"]');
INSERT INTO public.stategen_state VALUES ('trips', 'ann', 1, 'small', '1e-07');
INSERT INTO public.stategen_state VALUES ('trips', 'bob', 0, 'user:lang', '"de"');
INSERT INTO public.stategen_state VALUES ('trips', 'bob', 0, 'user:visits', '11');
INSERT INTO public.stategen_state VALUES ('trips', '', 0, 'app:message', '"hi"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'list', '[]');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'seat', '"12A"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 0, 'user:lang', '"de"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'big', '"9007199254740993"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'price', '5.0');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'text', '"a \"b\" <c> \\ \u2028 é 😀"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'when', '"2026-03-14T15:09:26.535897Z"');
INSERT INTO public.stategen_state VALUES ('trips', '', 0, 'app:top', '2');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'tags', '["x","é ß"]');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'trips', '4');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 0, 'user:visits', '11');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'flight', '{"code":"LH1","price":1e+21,"seats":["1A","1B"]}');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'step', '"payment"');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'nested', '[{"a":null,"b":[true,false,1.5,-7]},"t"]');
INSERT INTO public.stategen_state VALUES ('trips', 'é ß', 3, 'small', '1e-07');
INSERT INTO public.stategen_version VALUES (1);
SELECT pg_catalog.setval('public.stategen_sessions_id_seq', 3, true);
ALTER TABLE ONLY public.stategen_events
    ADD CONSTRAINT stategen_events_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.stategen_events
    ADD CONSTRAINT stategen_events_session_id_key UNIQUE (session, id);
ALTER TABLE ONLY public.stategen_sessions
    ADD CONSTRAINT stategen_sessions_app_user_id_session_id_key UNIQUE (app, user_id, session_id);
ALTER TABLE ONLY public.stategen_sessions
    ADD CONSTRAINT stategen_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stategen_state
    ADD CONSTRAINT stategen_state_pkey PRIMARY KEY (app, user_id, session, key);
CREATE INDEX stategen_events_at ON public.stategen_events USING btree (session, at);
