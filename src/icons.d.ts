/** The same import in .astro (`class`) and .tsx (`className`): see scripts/vite-icons.ts. */
declare module '~icons/*' {
  const Icon: (props: import('react').SVGProps<SVGSVGElement> & { class?: string }) => import('react').ReactElement;
  export default Icon;
}
