/** The business account of the fake, with the values that a person types into the page that connects WhatsApp. */

export type PhoneNumber = {
  id: string;
  /** E.164 with its plus. */
  number: string;
  name: string;
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
};

export type Account = {
  token: string;
  appID: string;
  appSecret: string;
  wabaID: string;
  portfolioID: string;
  /** The tier of the whole portfolio: `TIER_250`, `TIER_2K`, `TIER_10K`, `TIER_100K`, `TIER_UNLIMITED`. */
  tier: Tier;
  numbers: [PhoneNumber, ...PhoneNumber[]];
  /** Whether the app gets webhooks of this account. */
  isSubscribed: boolean;
};

/** Different people in 24 hours. Source: developers.facebook.com, WhatsApp, messaging limits (September 2026). */
export const tiers = {
  TIER_250: 250,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Number.POSITIVE_INFINITY,
};
export type Tier = keyof typeof tiers;

/** The ids are those of Meta’s own examples. */
export const plainAccount = (): Account => ({
  token: 'EAAfakeTokenOfTheTestServer',
  appID: '670843887433847',
  appSecret: '5f1c0ffee5f1c0ffee5f1c0ffee5f1c0',
  wabaID: '102290129340398',
  portfolioID: '486585971195941',
  tier: 'TIER_250',
  numbers: [{ id: '106540352242922', number: '+924235761999', name: 'Example School', quality: 'GREEN' }],
  isSubscribed: true,
});

/** The fields of the number, by Meta’s names. */
export const fieldsOfNumber = ({ tier }: Account, { id, number, name, quality }: PhoneNumber) => ({
  id,
  display_phone_number: number,
  verified_name: name,
  quality_rating: quality,
  quality_score: { score: quality },
  code_verification_status: 'VERIFIED',
  name_status: 'APPROVED',
  status: 'CONNECTED',
  platform_type: 'CLOUD_API',
  account_mode: 'LIVE',
  throughput: { level: 'STANDARD' },
  is_official_business_account: false,
  is_pin_enabled: true,
  whatsapp_business_manager_messaging_limit: tier,
  health_status: { can_send_message: 'AVAILABLE', entities: [] },
});

export const fieldsOfAccount = ({ wabaID, portfolioID }: Account) => ({
  id: wabaID,
  name: 'Example School',
  currency: 'USD',
  timezone_id: '98',
  country: 'PK',
  message_template_namespace: 'ba30dd89_2ebd_41e4_b805_f2c05ae04cc9',
  account_review_status: 'APPROVED',
  business_verification_status: 'not_verified',
  ownership_type: 'SELF',
  owner_business_info: { id: portfolioID, name: 'Example School' },
  on_behalf_of_business_info: { id: portfolioID, name: 'Example School', status: 'APPROVED', type: 'SELF' },
});

/** Picks the requested fields. Returns an unknown field too, which the caller refuses as Meta does. */
export function pickFields(all: Record<string, unknown>, requested: string | null, plain: readonly string[]) {
  const names = requested ? requested.split(',').map((name) => name.trim()) : plain;
  const unknown = names.find((name) => !(name.replace(/[.{(].*$/, '') in all));
  const picked = Object.fromEntries(
    names.filter((name) => name in all).map((name): [string, unknown] => [name, all[name]]),
  );
  return { unknown, picked: { ...picked, id: all.id } };
}
