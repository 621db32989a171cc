"""Pictures that a chat shows beside a link: drawn here, so that nobody else is asked for them."""
