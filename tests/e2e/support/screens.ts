/** The two screens that the portal is designed for. */
export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** The narrowest screen: no page may be wider than this, or be cut off. */
export const NARROWEST = 320;
