//! `millipawn network`: a broker, and what to type on the other machines.

use std::{
    env, fs,
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
};

use millipawn_network::{Broker, Listen, NetworkError, Urls, local_address, random};

use crate::{arguments::BrokerArguments, failure::Failure, output};

/// Starts a broker, prints its addresses, and keeps it until a signal ends it.
///
/// # Errors
/// A server that is missing, is not fit to be reached by others or does not start; standard output.
pub fn run(arguments: BrokerArguments) -> Result<(), Failure> {
    let failed = |error: NetworkError| Failure::Refused(error.to_string());
    let folder = match arguments.dir {
        Some(folder) => Folder::Kept(folder),
        None => {
            let name = format!("millipawn-network-{:016x}", random().map_err(failed)?);
            Folder::Passing(env::temp_dir().join(name))
        }
    };
    let listen = Listen {
        address: arguments.listen,
        port: arguments.port,
        tls: arguments.tls_cert.zip(arguments.tls_key),
        allows_plain: arguments.plain,
        page_port: arguments.page_port,
        origins: arguments.origin,
    };
    let (listens_on, host) = (arguments.listen, host(arguments.listen));
    let mut broker =
        Broker::start(arguments.server.as_deref(), folder.path(), listen).map_err(failed)?;
    let urls = broker.urls(host);
    let told = match arguments.json {
        true => output::json(&urls),
        false => tell(&urls, listens_on, host, [broker.port(), broker.page_port()]),
    };
    told?;
    let served = broker.serve(|what| eprintln!("{what}"));
    served.map_err(failed)
}

/// Where others find a broker that listens there.
fn host(listen: IpAddr) -> IpAddr {
    match listen.is_unspecified() {
        true => local_address().unwrap_or(Ipv4Addr::LOCALHOST.into()),
        false => listen,
    }
}

fn tell(
    urls: &Urls,
    listens_on: IpAddr,
    host: IpAddr,
    [port, page_port]: [u16; 2],
) -> Result<(), Failure> {
    let Urls {
        url,
        work,
        deme,
        page,
    } = urls;
    output::line("On every machine that lends its cores:")?;
    output::line(format_args!("  millipawn work {work}"))?;
    output::line("Where the run is, behind any command that asks for work:")?;
    output::line(format_args!("  millipawn evolve --network {url}"))?;
    output::line(
        "For demes, which exchange programs: on the command line, and in network.html of the page:",
    )?;
    output::line(format_args!(
        "  millipawn evolve --system evochess --room NAME --network {deme}"
    ))?;
    output::line(format_args!("  {page}"))?;
    output::line(match (listens_on.is_loopback(), host.is_loopback()) {
        (true, _) => format!(
            "Only this machine reaches it. For others: --listen 0.0.0.0{}, with --plain in a network that is your own, else --tls-cert and --tls-key",
            local_address().map_or_else(String::new, |own| format!(" (this machine is {own})"))
        ),
        (false, true) => format!(
            "Others reach it too, but this machine's address in the network was not found: write it in the place of {host}. \
             A firewall must let TCP connections to port {port} through, and for browsers {page_port}."
        ),
        (false, false) => format!(
            "A firewall must let TCP connections to port {port} of {host} through, and for browsers {page_port}."
        ),
    })?;
    output::line("Ctrl-C ends it.")
}

/// Where the broker has its files.
enum Folder {
    Kept(PathBuf),
    /// Gone with the broker.
    Passing(PathBuf),
}

impl Folder {
    const fn path(&self) -> &PathBuf {
        match self {
            Self::Kept(path) | Self::Passing(path) => path,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Self::Passing(path) = self {
            let _ = fs::remove_dir_all(path);
        }
    }
}
