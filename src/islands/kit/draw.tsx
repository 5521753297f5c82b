interface Phone {
  telefone: string | null;
  telefone_escrito: string | null;
}

/** What cells and facts of several areas show alike. */
export const draw = {
  /** The telephone, to call it. */
  phone: ({ telefone, telefone_escrito }: Phone) =>
    telefone && (
      <a className="kit-above num whitespace-nowrap" href={`tel:+55${telefone}`}>
        {telefone_escrito}
      </a>
    ),
  link: (href: string, text: string) => (
    <a className="text-link underline underline-offset-[3px]" href={href}>
      {text}
    </a>
  ),
};
