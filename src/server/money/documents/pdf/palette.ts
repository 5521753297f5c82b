import { type BrandKey, brands } from '#lib/brand.ts';

/** Colours of a brand on paper: its light theme (`src/styles/core.css`, `phenom.css`). */
export interface Palette {
  /** Marks and large shapes. */
  primary: string;
  /** The strong background colour, under white text. */
  hero: string;
  heroMuted: string;
  deep: string;
  bright: string;
  glow: string;
  soft: string;
  ink: string;
  muted: string;
  line: string;
  tint: string;
  /** Links, and important figures. */
  link: string;
}

export const PAPER = '#FFFFFF';

export const palettes: Readonly<Record<BrandKey, Palette>> = {
  knn: {
    primary: brands.knn.primary,
    hero: brands.knn.primary,
    heroMuted: '#DCCDFB',
    deep: '#2A0270',
    bright: '#1D4ED8',
    glow: '#B79CFF',
    soft: '#DDD0FF',
    ink: '#1B1333',
    muted: '#5A5373',
    line: '#E5E1F0',
    tint: '#F3EEFD',
    link: brands.knn.primary,
  },
  phenom: {
    primary: brands.phenom.primary,
    hero: '#B8003D',
    heroMuted: '#FFD9E3',
    deep: '#7D0330',
    bright: '#FF7A00',
    glow: '#FFB36B',
    soft: '#FFD5C2',
    ink: '#2B0F1A',
    muted: '#6B505A',
    line: '#EEE0E5',
    tint: '#FFF0F4',
    link: '#D60047',
  },
};
