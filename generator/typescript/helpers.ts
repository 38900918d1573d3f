// The functions that zod schemas call: each is printed where one is used. An empty line ends each.

/** An object that keeps fields which aren't declared. */
function object<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape) as unknown as z.ZodObject<T>;
}

/** Text that every store keeps: no NUL and no half of a surrogate pair. Lengths count code points. */
function text(min = 0, max = Infinity) {
  return z
    .string()
    .regex(/^[^\0\p{Cs}]*$/u, "text without NUL and lone surrogates")
    .refine((s) => within([...s].length, min, max), `${min} to ${max} characters`);
}

/** A whole number of 64 bits; text is exact beyond what a number can be. */
function integer(min = "-9223372036854775808", max = "9223372036854775807") {
  return z
    .union([z.int(), z.string().regex(/^(?:0|-?[1-9][0-9]*)$/, { abort: true })])
    .refine((n) => within(BigInt(n), BigInt(min), BigInt(max)), `${min} to ${max}`) as unknown as z.ZodType<Integer, Integer>;
}

function time(min = "0000-01-01T00:00:00Z", max = "9999-12-31T23:59:59.999999999Z") {
  return z
    .string()
    .regex(new RegExp(TIME_PATTERN, "u"), { error: "a time in RFC 3339", abort: true })
    .refine((s) => within(instant(s), instant(min), instant(max)), `${min} to ${max}`);
}

function duration(min = "-2562047h47m16.854775808s", max = "2562047h47m16.854775807s") {
  return z
    .string()
    .regex(new RegExp(DURATION_PATTERN, "u"), { error: "a duration such as 1h30m", abort: true })
    .refine((s) => within(nanoseconds(s), nanoseconds(min), nanoseconds(max)), `${min} to ${max}`);
}

/** Base64 with padding. Lengths count bytes. */
function bytes(min = 0, max = Infinity) {
  return z
    .string()
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/, { error: "base64 with padding", abort: true })
    .refine((s) => within((s.length / 4) * 3 - (s.split("=").length - 1), min, max), `${min} to ${max} bytes`);
}

/** Any JSON that every store keeps. */
function json(nullable: boolean) {
  return z.unknown().refine((v) => storable(v) && (nullable || v !== null), "JSON without NUL and lone surrogates");
}

function jsonText<T>(value: z.ZodType<T>) {
  return z.string().superRefine((s, ctx) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(s);
    } catch {
      ctx.addIssue("JSON text");
      return;
    }
    for (const { message, path } of value.safeParse(parsed).error?.issues ?? []) ctx.addIssue({ code: "custom", message, path });
  }) as unknown as z.ZodType<JSONText<T>, JSONText<T>>;
}

/** Checks the values of a family: the keys that have its texts around parameters that aren't empty. */
function family(texts: string[], except: string[], value: z.ZodType) {
  const [first = "", ...rest] = texts;
  const has = (key: string) => {
    if (!key.startsWith(first) || except.includes(key)) return false;
    let at = first.length;
    for (const next of rest) {
      const end = next === "" ? key.length : key.indexOf(next, at);
      if (end <= at) return false;
      at = end + next.length;
    }
    return at === key.length;
  };
  return (state: object, ctx: z.RefinementCtx) => {
    for (const [key, v] of Object.entries(state)) {
      if (!has(key)) continue;
      for (const { message, path } of value.safeParse(v).error?.issues ?? []) ctx.addIssue({ code: "custom", message, path: [key, ...path] });
    }
  };
}

function storable(v: unknown): boolean {
  if (typeof v === "string") return /^[^\0\p{Cs}]*$/u.test(v);
  if (typeof v === "number") return Number.isFinite(v);
  if (typeof v !== "object" || v === null) return v === null || typeof v === "boolean";
  return Object.entries(v).every(([name, inner]) => storable(name) && storable(inner));
}

/** The nanoseconds of a time since 1970. */
function instant(s: string) {
  const [date = "", clock = ""] = s.split("T");
  const [year, month, day] = date.split("-");
  const [, hour, minute, second, fraction = "", sign, hours, minutes] =
    /^(\d+):(\d+):(\d+)(?:[.,](\d+))?(?:Z|([+-])(\d+):(\d+))$/.exec(clock) ?? [];
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const zone = sign ? Number(sign + "1") * (Number(hours) * 60 + Number(minutes)) : 0;
  at.setUTCHours(Number(hour), Number(minute) - zone, Number(second));
  return BigInt(at.getTime()) * BigInt(1000000) + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}

/** The nanoseconds of a duration. */
function nanoseconds(s: string) {
  const units: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };
  let sum = BigInt(0);
  for (const [, whole, fraction = "", unit = ""] of s.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    const size = units[unit] ?? 0;
    sum += BigInt(whole || 0) * BigInt(size) + BigInt(Math.floor(Number(fraction) * (size / 10 ** fraction.length)));
  }
  return s.startsWith("-") ? -sum : sum;
}

function within<T extends number | bigint>(v: T, min: T, max: T) {
  return v >= min && v <= max;
}
